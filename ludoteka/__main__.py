from ludoteka.cli import main

main()
